/**
 * A lower bound for reading a week: a plain node:http server that runs the same query through the same pool and returns the rows as JSON,
 * without sessions or checks. Serves OWNER's week. Prints its URL once it's listening.
 */
import { createServer } from 'node:http'
import { openDatabase } from '../../src/server/lib/db/open.ts'

const { OWNER: owner, DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = process.env
const database = await openDatabase({ databaseUrl, dataDir, log: console.error })

const WEEK = {
  name: 'week',
  text: `select id, $1::text as "userId", date::text, is_blocked as "isBlocked", blocked_text as "blockedText",
      has_note as "hasNote", note_text as "noteText", blocks, version::float8, operation_id as "operationId"
    from calendar_days where calendar_id = (select id from calendars where user_id = $1::uuid) and date between $2 and $3 order by date`,
}

const server = createServer(async (request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
  const { rows } = await database.pool.query({ ...WEEK, values: [owner, searchParams.get('from'), searchParams.get('to')] })
  const body = Buffer.from(JSON.stringify(rows))
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`)
})

process.once('SIGTERM', async () => {
  server.closeAllConnections()
  server.close()
  await database.close()
  process.exit(0)
})
