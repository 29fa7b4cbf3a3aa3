/** What makes a page installable: under its own name, opening where it was installed from. */
export const manifestOf = (name: string, startUrl: string) => ({
  name,
  short_name: name,
  id: startUrl,
  start_url: startUrl,
  scope: "/",
  display: "standalone",
  background_color: "#f7f3ec",
  theme_color: "#a8420d",
  icons: [
    { src: "/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
    { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any maskable" },
  ],
});
