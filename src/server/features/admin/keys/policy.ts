import { DAY_MS } from '#shared/dates.ts'
import { RETENTION } from '#shared/retention.ts'

type Rows = { rows: number; last?: Date | null }
type Known = {
  /** Newest first. */
  names: readonly string[]
  inUse: string
  /** Since when the key in use encrypts. Null if that isn't known. */
  since: Date | null
  now: Date
  /** How many values in the database each key encrypted. */
  values: ReadonlyMap<string, number>
  backups: readonly { folder: string; name: string; key: string | undefined }[]
  /** Rows from before `since` that older keys made. The rows don't say which key. */
  traces: { trials: Rows; coupons: Rows; silent: Rows; sent: Rows }
}

const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10)

const monthsAfter = (instant: Date, months: number): Date => {
  const later = new Date(instant)
  later.setUTCMonth(later.getUTCMonth() + months)
  return later
}

/** Returns why older keys are needed besides what they encrypted. The hashes don't say which key made them. */
const tracesOf = ({ traces: { trials, coupons, silent, sent }, since, now }: Known): string[] => {
  const until = [
    ...(trials.last ? [monthsAfter(trials.last, RETENTION.pastTrialMonths)] : []),
    ...(coupons.last ? [monthsAfter(coupons.last, RETENTION.pastCouponMonths)] : []),
  ].sort((a, b) => b.getTime() - a.getTime())[0]
  const linksEnd = new Date((since ?? now).getTime() + RETENTION.confirmationLinkDays * DAY_MS)
  return [
    ...(until ? [`People who deleted their account are recognized with it until ${dayOf(until)} (trials, discount codes).`] : []),
    ...(silent.rows > 0 ? [`Addresses that unsubscribed without an account are recognized with it: ${silent.rows}.`] : []),
    ...(sent.rows > 0 && linksEnd > now ? [`Mail that was sent confirms addresses with it until ${dayOf(linksEnd)}.`] : []),
    ...(sent.rows > 0 ? [`Mail that was sent unsubscribes with it: ${sent.rows} in the last twelve months.`] : []),
  ]
}

/** Returns sentences about each key on the ring, and about other keys that something needs. */
export const keyNeeds = (known: Known): string[] => {
  const { names, inUse, since, values, backups } = known
  const lines = [`Key ${inUse} is in use${since ? ` since ${since.toISOString().slice(0, 16).replace('T', ' ')} UTC` : ''}.`]
  const backupsOf = (name: string) => backups.filter(({ key }) => key === name)
  const inBackups = (name: string): string[] => {
    const [newest, ...others] = backupsOf(name)
    return newest ? [`Backups need it: ${others.length + 1}, the newest is ${newest.name} in ${newest.folder}.`] : []
  }
  const inDatabase = (name: string): string[] => {
    const count = values.get(name) ?? 0
    return count > 0 ? [`It encrypted values in the database: ${count}. Run npm run keys -- rotate.`] : []
  }
  const newer = names.slice(0, names.indexOf(inUse))
  for (const name of newer) lines.push(`Key ${name} is newer and not in use yet. Run npm run keys -- rotate.`)
  for (const name of names.slice(newer.length + 1)) {
    const reasons = [...inDatabase(name), ...inBackups(name), ...tracesOf(known)]
    lines.push(
      reasons.length > 0
        ? [`Key ${name} is still needed.`, ...reasons].join(' ')
        : `Key ${name} is no longer needed. You can remove it from the keys, then restart the servers.`,
    )
  }
  const others = new Set([...values.keys(), ...backups.flatMap(({ key }) => key ?? [])].filter((name) => !names.includes(name)))
  for (const name of others) {
    const count = values.get(name) ?? 0
    const lost = count > 0 ? [`Values in the database can’t be read without it: ${count}.`] : []
    lines.push([`Key ${name} isn’t here. Add it after the others if you have it.`, ...lost, ...inBackups(name)].join(' '))
  }
  return lines
}
