import type { DataMapOf } from '#server/lib/db/data-map.ts'
import type * as tables from './tables.ts'

export const dataMap: DataMapOf<typeof tables> = {
  downloadLinks: {
    row: 'A link that downloads one file once.',
    kept: {
      with: 'session',
      until: 'It ends when it is used. It expires after a minute, and the next link that anybody requests deletes it.',
    },
    columns: {
      tokenHash: ['teacher', 'Finds the link by its token', { form: 'hash' }],
      sessionId: ['teacher', 'The session that requested it'],
      call: ['nobody', 'The kind of file'],
      params: ['teacher', 'Which file'],
      query: ['teacher', 'Which part, such as dates'],
      expiresAt: ['nobody', 'Ends the link'],
    },
  },
}
