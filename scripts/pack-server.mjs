/**
 * `node scripts/pack-server.mjs FOLDER`: builds, then copies everything that the server and its commands need to run into an empty folder,
 * with Node itself: 150 MB, of which Node is 95. Only the Containerfile uses it.
 */
import './node-version.mjs'
import { copyFileSync, cpSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { nodeFileTrace } from '@vercel/nft'
import { build } from './build.mjs'
import { isBuilt, projectRoot } from './project.mjs'

const [, , folder] = process.argv
if (!folder) throw new Error('Name the folder to fill')
if (!isBuilt()) await build()

const server = path.join(projectRoot, 'dist/server')
const entries = readdirSync(server).filter((file) => file.endsWith('.js'))
const { fileList } = await nodeFileTrace(
  entries.map((file) => path.join(server, file)),
  { base: projectRoot },
)
for (const file of fileList) {
  const from = path.join(projectRoot, file)
  // Links to packages. Their files are in the list, too.
  if (!statSync(from).isFile()) continue
  const to = path.join(folder, file)
  mkdirSync(path.dirname(to), { recursive: true })
  copyFileSync(from, to)
}
// Most licenses require that copies include them. No code loads these files.
const packages = new Set([...fileList].flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []))
for (const inner of packages)
  for (const file of readdirSync(path.join(projectRoot, inner)))
    if (/^(?:licen[cs]e|copying|notice)/i.test(file))
      cpSync(path.join(projectRoot, inner, file), path.join(folder, inner, file), { recursive: true })
for (const inner of ['dist/server/packages.cdx.json', 'dist/web', 'migrations', 'package.json', 'LICENSE'])
  cpSync(path.join(projectRoot, inner), path.join(folder, inner), { recursive: true })
copyFileSync(process.execPath, path.join(folder, 'node'))
