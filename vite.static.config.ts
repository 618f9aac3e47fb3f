import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/**
 * Builds the program that renders the static pages (src/web/static-pages.tsx), along with their assets. The build runs this program once.
 */
export default defineConfig({
  publicDir: false,
  plugins: [tailwindcss()],
  build: {
    ssr: true,
    ssrEmitAssets: true,
    cssMinify: true,
    assetsInlineLimit: 0,
    target: 'node20',
    rolldownOptions: { input: { 'static-pages': 'src/web/static-pages.tsx' } },
  },
})
