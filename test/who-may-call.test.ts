import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import type { Endpoint } from '#shared/endpoint.ts'
import { filesUnder } from '../scripts/project.mjs'
import { app } from './app.ts'

const WHO = {
  public: 'Anyone may call this.',
  account: 'Anyone signed in may call this, with or without a plan.',
  subscriber: 'Anyone with an active trial or plan may call this.',
  editor: 'Anyone with an active trial or plan may call this for their own calendar, and school administrators for their school’s.',
  schoolAdministrator: 'School administrators may call this for their own school.',
  platformAdministrator: 'Platform admins may call this.',
} as const satisfies Record<Endpoint['access'], string>

/** Returns the sentence that must precede a call's handler. */
const sentenceOf = ({ access, needsProof }: Endpoint): string =>
  needsProof ? WHO[access].replace(/\.$/, ', after proving who they are.') : WHO[access]

type Node = { type: string; start: number; key?: { name?: string }; value?: Node }
type Handler = { file: string; name: string; sentence: string | undefined }

/** Returns the properties in a file that may be handlers, with the comment above each one. */
const handlersIn = (file: string): Handler[] => {
  const text = readFileSync(file, 'utf8')
  const found: Handler[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, key, value, start } = node as Node
    if (type === 'Property' && key?.name && /^(?:ArrowFunctionExpression|CallExpression|MemberExpression)$/.test(value?.type ?? '')) {
      const above = text.slice(0, text.lastIndexOf('\n', start)).split('\n').at(-1)
      found.push({ file, name: key.name, sentence: /^ *\/\/ (.*)$/.exec(above ?? '')?.[1] })
    }
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseSync(file, text).program)
  return found
}

const handlers = filesUnder('src/server')
  .filter((file) => /\/(?:routes|health)\.ts$/.test(file))
  .flatMap(handlersIn)

/** All calls except file downloads by link, which no contract's handler serves. */
const calls = app.routes.flatMap(({ config }) => config?.call ?? []).filter(({ name }) => name !== 'download')

test.each(calls)('the handler of $name says who may call it', ({ name, endpoint }) => {
  const sentences = handlers.filter((each) => each.name === name).map(({ sentence }) => sentence)
  expect(sentences).toContain(sentenceOf(endpoint))
})
