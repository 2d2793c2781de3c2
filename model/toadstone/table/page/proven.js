// A worker with the checker that is proven in Coq, where it was built for this site.
onmessage = ({ data }) => {
  try {
    importScripts("runtime/toadstone-verify.js");
  } catch {
    return postMessage(null);
  }
  postMessage(toadstoneVerify(data));
};
