import { defineConfig } from 'drizzle-kit'

/** Drizzle Kit configuration. To generate the next migration from the table definitions: `npx drizzle-kit generate --name what_changes`. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/{features,lib}/**/tables.ts',
  casing: 'snake_case',
  out: './migrations',
})
