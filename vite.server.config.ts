import { defineConfig } from 'vite'

/**
 * Builds the server as plain files for Node. Packages stay external and load from node_modules. Our own sources are bundled, because they
 * import each other as TypeScript. Commands, worker threads and child processes are separate entry points, because they're started by file
 * name.
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
        doctor: 'src/server/commands/doctor.ts',
        keys: 'src/server/commands/keys.ts',
        healthy: 'src/server/commands/healthy.ts',
        backup: 'src/server/commands/backup.ts',
        restore: 'src/server/commands/restore.ts',
        move: 'src/server/commands/move.ts',
        'pglite-worker': 'src/server/lib/db/embedded/pglite-worker.ts',
        'plan-pdf-worker': 'src/server/lib/pdf/plan-pdf-worker.ts',
        'reading-worker': 'src/server/lib/reading/reading-worker.ts',
        'word-worker': 'src/server/lib/word/word-worker.ts',
        'backup-worker': 'src/server/lib/backup/backup-worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
