// Keeps the page: opened once, it works without a network. KEPT stands above, in the built page.
// What is asked for several times at once, as by several workers, is fetched once.
const pending = new Map();
const place = (name) => new URL(name, registration.scope).href;
const isKept = new Set(KEPT.files.map(place));

async function answer(url) {
  const cache = await caches.open(KEPT.name);
  const kept = await cache.match(url);
  if (kept) return kept;
  if (!pending.has(url)) {
    const fetched = fetch(url, { cache: "no-cache" }).then(async (found) => {
      if (found.ok && isKept.has(url)) await cache.put(url, found.clone());
      return found;
    });
    pending.set(url, fetched.finally(() => pending.delete(url)));
  }
  return (await pending.get(url)).clone();
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => {
  const forget = caches.keys().then((names) =>
    Promise.all(names.filter((name) => name !== KEPT.name).map((name) => caches.delete(name))));
  event.waitUntil(forget.then(() => self.clients.claim()));
});
self.addEventListener("message", (event) => event.waitUntil(Promise.all([...isKept].map(answer)))); // the rest
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request.url.replace(/[?#].*/, "")));
});
