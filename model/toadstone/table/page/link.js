// The connection with the game. Whatever answers the same messages can take its place,
// such as an engine in a web worker.
export function connect(hear, lost) {
  let token = new URLSearchParams(location.search).get("token") ?? "";
  const waiting = [];
  let socket;
  const open = () => {
    socket = new WebSocket(`ws://${location.host}/game?token=${encodeURIComponent(token)}`);
    socket.onopen = () => {
      localStorage.setItem("toadstone.token", token);
      hear({ kind: "open" });
      for (const message of waiting.splice(0)) socket.send(message);
    };
    socket.onmessage = (event) => hear(JSON.parse(event.data));
    socket.onclose = () => {
      lost();
      token = localStorage.getItem("toadstone.token") ?? token; // a program started again has another one
      setTimeout(open, 1500);
    };
  };
  open();
  return (message) => {
    const text = JSON.stringify(message);
    if (socket.readyState === WebSocket.OPEN) socket.send(text);
    else waiting.push(text);
  };
}
