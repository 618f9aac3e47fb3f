import { defineConfig } from 'vite'

/**
 * The server as plain files for Node. Packages stay outside and come from node_modules; our own sources are bundled,
 * since they import each other as TypeScript. What runs on a thread or in a process is an entry of its own because it is started by its file name.
 */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/server',
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: 'src/server/main.ts',
        'pglite-worker': 'src/server/lib/db/pglite-worker.ts',
        'backup-worker': 'src/server/lib/backup/backup-worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
