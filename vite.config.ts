import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = `http://127.0.0.1:${process.env['API_PORT'] ?? 3000}`

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // The React Compiler is marked experimental: `compiler: false` turns it off and nothing else changes.
  plugins: [react({ compiler: true }), tailwindcss()],
  // The server puts a fresh nonce in the place of this word for each page it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // No inlined data: URLs: `font-src` and `script-src` allow our own files only.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
  },
  server: { proxy: { '/api': api } },
  preview: { proxy: { '/api': api } },
})
