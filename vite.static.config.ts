import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** The program that writes the pages without the app (src/web/static-pages.tsx), run once by the build, and the files they need. */
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
