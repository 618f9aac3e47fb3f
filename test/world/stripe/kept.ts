/** Saves the world to a file, so that test customers survive a restart during development. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { World } from './world.ts'

type SavedWorld = { ahead: number; tables: Record<string, [string, never][]> }

export const keep = (world: World, file: string): void => {
  const tables = Object.fromEntries(Object.entries(world.tables).map(([name, rows]) => [name, [...rows]]))
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify({ ahead: world.ahead, tables }))
  renameSync(`${file}.new`, file)
}

/** Loads the saved world, if it exists. */
export const restore = (world: World, file: string): void => {
  if (!existsSync(file)) return
  const { ahead, tables } = JSON.parse(readFileSync(file, 'utf8')) as SavedWorld
  world.ahead = ahead
  for (const [name, rows] of Object.entries(world.tables)) for (const [id, row] of tables[name] ?? []) rows.set(id, row)
}
