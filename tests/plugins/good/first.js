// A whole player in JavaScript, by the protocol of docs/isolated.md: the first legal card, else the first legal move.
const say = (value) => process.stdout.write(JSON.stringify(value) + "\n");
const lines = require("readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const told = JSON.parse(line);
  if (told.type === "hello") say({ type: "hello", api: told.api });
  else if (told.type === "start") say({ type: "ready" });
  else if (told.type === "choose") {
    const legal = told.view.legal;
    say({ type: "move", move: legal.find((move) => move.startsWith("play")) ?? legal[0] });
  } else if (told.type === "finish") process.exit(0);
});
