/**
 * Opens the embedded database in a folder and writes rows until the process is killed. Prints `open`, then the number of each acknowledged
 * row, one per line. Each row repeats its number many times, so that a partial write can be detected.
 */
import { openEmbedded } from '#server/lib/db/embedded/embedded.ts'

const [folder = '', first = '1'] = process.argv.slice(2)
const say = (line: string | number): void => void process.stdout.write(`${line}\n`)

try {
  const { pool } = await openEmbedded(folder, (message, details) => process.stderr.write(`${message} ${JSON.stringify(details)}\n`))
  await pool.query(
    'create table if not exists pages (id int primary key, text text not null); create table if not exists counts (id int primary key)',
  )
  say('open')
  for (let id = Number(first); ; id++) {
    const client = await pool.connect()
    // Uses one transaction for both tables, so that a row never exists in only one of them.
    await client.query('begin')
    await client.query('insert into pages values ($1, repeat($1::int::text, 2000))', [id])
    await client.query('insert into counts values ($1)', [id])
    await client.query('commit')
    client.release()
    say(id)
  }
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error))
  process.exit(75)
}
