// Keeps the page's files, so that the page opens without a network. While the server answers, every file comes from it.
"use strict";

// The fingerprint of the sources, set by web/build.
const CACHE = "ropewalk-made-from";
const FILES = ["./", "gl.js", "plugin.js", "ropewalk.wasm", "manifest.webmanifest", "icon.svg", "icon-192.png"];

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES);
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("ropewalk-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) return;
  const find = async () => {
    const found = await fetch(request).catch(() => null);
    if (found && found.ok) return found;
    // "?scene=NAME" is for the program: the page is the same.
    const page = request.mode === "navigate" ? self.registration.scope : request;
    return (await caches.match(page, { ignoreSearch: true })) || found || Response.error();
  };
  event.respondWith(find());
});
