import { defineConfig } from 'drizzle-kit'

/** `npx drizzle-kit generate --name what_changes` writes the next migration from the tables. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/{features,lib}/**/tables.ts',
  casing: 'snake_case',
  out: './migrations',
})
