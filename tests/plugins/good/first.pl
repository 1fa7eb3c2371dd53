#!/usr/bin/perl
# A whole player in Perl, by the protocol of docs/isolated.md: the first legal card, else the first legal move.
use strict;
use warnings;
use JSON::PP;

$| = 1;
while (my $line = <STDIN>) {
    my $told = decode_json($line);
    my $type = $told->{type};
    if ($type eq "hello") {
        print encode_json({ type => "hello", api => $told->{api} }), "\n";
    } elsif ($type eq "start") {
        print encode_json({ type => "ready" }), "\n";
    } elsif ($type eq "choose") {
        my @legal = @{ $told->{view}{legal} };
        my ($card) = grep { /^play/ } @legal;
        print encode_json({ type => "move", move => $card // $legal[0] }), "\n";
    } elsif ($type eq "finish") {
        last;
    }
}
