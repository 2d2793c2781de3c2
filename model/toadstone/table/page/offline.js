// Keeps the page: opened once, it works without a network. KEPT stands above, in the built page.
// What is asked for several times at once, as by several workers, is fetched once.
const pending = new Map();
const place = (name) => new URL(name, registration.scope).href;
const isKept = new Set(KEPT.files.map(place));

async function answer(url) {
  const cache = await caches.open(KEPT.name);
  const kept = await cache.match(url);
  if (kept) return kept;
  if (!url.startsWith(registration.scope)) return fetch(url);
  if (!pending.has(url)) pending.set(url, cache.add(new Request(url, { cache: "no-cache" })).finally(() => pending.delete(url)));
  await pending.get(url);
  return cache.match(url);
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
