import { defineConfig } from 'vite'

/**
 * The server as plain files for Node. Packages stay outside and come from node_modules; our own sources are bundled,
 * since they import each other as TypeScript. The operator's commands are entries, and so is what runs on a thread or in a process: it is started by its file name.
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
        admin: 'src/server/commands/admin.ts',
        backup: 'src/server/commands/backup.ts',
        restore: 'src/server/commands/restore.ts',
        move: 'src/server/commands/move.ts',
        'pglite-worker': 'src/server/lib/db/pglite-worker.ts',
        'backup-worker': 'src/server/lib/backup/backup-worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
