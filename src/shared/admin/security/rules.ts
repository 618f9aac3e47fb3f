export type Risk = 'low' | 'medium' | 'high'

/** Categories for filtering the log. */
export const EVENT_KINDS = {
  'sign-ins': 'Sign-ins',
  accounts: 'Accounts',
  roles: 'Roles and admin actions',
  schools: 'Schools',
  sharing: 'Sharing',
  plans: 'Plans',
} as const
export type EventKind = keyof typeof EVENT_KINDS

type Described = { kind: EventKind; words: string; risk: Risk }
const all = <Acts extends Record<string, readonly [words: string, risk: Risk]>>(kind: EventKind, acts: Acts) =>
  Object.fromEntries(Object.entries(acts).map(([act, [words, risk]]) => [act, { kind, words, risk }])) as Record<keyof Acts, Described>

/**
 * The label, category and risk of every audit action. Low: everyday events. Medium: worth checking if unexpected. High: grants power over
 * other users, or indicates an attack.
 */
export const ACTS = {
  ...all('sign-ins', {
    'session.begun': ['Signed in', 'low'],
    'session.failed': ['A password was refused', 'medium'],
    'session.locked': ['Locked out after too many attempts', 'high'],
  }),
  ...all('accounts', {
    'account.created': ['Signed up', 'low'],
    'account.added': ['Account created at the console', 'medium'],
    'account.password': ['Changed their password', 'medium'],
    'account.reset': ['Reset their password with a link', 'medium'],
    'account.link': ['Password link sent or printed', 'medium'],
    'account.exported': ['Exported their data', 'medium'],
    'account.deleted': ['Deleted their account', 'medium'],
    'google.linked': ['Linked Google', 'medium'],
    'google.unlinked': ['Unlinked Google', 'low'],
    'google.kept': ['Claimed an account with Google', 'medium'],
    'google.emptied': ['Deleted an unverified account', 'medium'],
    'oidc.linked': ['Linked single sign-on', 'medium'],
    'oidc.unlinked': ['Unlinked single sign-on', 'low'],
    'oidc.kept': ['Claimed an account with single sign-on', 'medium'],
    'oidc.emptied': ['Deleted an unverified account (single sign-on)', 'medium'],
  }),
  ...all('roles', {
    'role.admin': ['Made someone a Firstbell admin', 'high'],
    'role.not_admin': ['Removed a Firstbell admin', 'high'],
    'users.searched': ['Searched for users', 'low'],
    'sessions.ended': ['Signed someone out', 'medium'],
    'admin.exported': ['Exported the user list', 'high'],
    'admin.updated': ['Changed plans in bulk', 'high'],
    'mail.campaign': ['Sent an email campaign', 'high'],
    'mail.stopped': ['Stopped an email campaign', 'low'],
    'maintenance.begun': ['Turned on Maintenance Mode', 'high'],
    'maintenance.ended': ['Turned off Maintenance Mode', 'low'],
    'backup.made': ['Created a backup', 'low'],
    'backup.downloaded': ['Downloaded a backup', 'high'],
    'backup.restored': ['Restored a backup', 'high'],
  }),
  ...all('schools', {
    'school.created': ['Created a school', 'medium'],
    'school.administrator': ['Made someone a school administrator', 'high'],
    'school.not_administrator': ['Removed a school administrator', 'medium'],
    'school.office': ['Changed the email or phone of a school’s office', 'medium'],
    'school.office_confirmed': ['Confirmed the email of a school’s office', 'low'],
    'school.shared_devices': ['Made a school’s devices shared', 'low'],
    'school.own_devices': ['Made a school’s devices their teachers’ own', 'medium'],
    'school.renamed': ['Renamed a school', 'low'],
    'school.invited': ['Invited someone to a school', 'low'],
    'school.withdrawn': ['Withdrew a school invitation', 'low'],
    'school.reminded': ['Asked a teacher to confirm their email', 'low'],
    'school.joined': ['Joined a school', 'low'],
    'school.declined': ['Declined a school invitation', 'low'],
    'school.left': ['Left a school', 'low'],
    'school.removed': ['Removed someone from a school', 'medium'],
    'school.notes': ['Changed who can include their student notes', 'medium'],
    'school.looked': ['Viewed a teacher’s schedule', 'medium'],
    'school.planned': ['Made a sub plan for a teacher', 'medium'],
  }),
  ...all('sharing', {
    'invite.sent': ['Invited a colleague', 'low'],
    'invite.accepted': ['Accepted a colleague’s invitation', 'low'],
    'invite.declined': ['Declined a colleague’s invitation', 'low'],
    'invite.deleted': ['Withdrew an invitation', 'low'],
    'invite.revoked': ['Stopped sharing', 'low'],
    'invite.notes': ['Changed who can include their student notes', 'medium'],
  }),
  ...all('plans', {
    'plan.granted': ['Granted a plan', 'medium'],
    'plan.withdrawn': ['Removed a granted plan', 'medium'],
    'addon.granted': ['Granted the AI add-on', 'medium'],
    'addon.withdrawn': ['Removed the granted AI add-on', 'medium'],
    'credit.given': ['Added a credit', 'medium'],
    'plan.begun': ['Plan started', 'low'],
    'plan.switched': ['Switched plans', 'low'],
    'plan.cancelled': ['Canceled the plan', 'low'],
    'plan.resumed': ['Resumed the plan', 'low'],
    'plan.ended': ['Plan ended', 'low'],
    'addon.begun': ['AI add-on started', 'low'],
    'addon.ended': ['AI add-on ended', 'low'],
  }),
}

const described = (act: string): Described | undefined => (ACTS as Record<string, Described>)[act]

/** Returns an action's label, or the action's own name if it is unknown. */
export const actLabel = (act: string): string => described(act)?.words ?? act

/** Returns the actions in a category. */
export const actsOf = (kind: EventKind): string[] => Object.keys(ACTS).filter((act) => described(act)?.kind === kind)

type Event = { act: string; actorId: string | null; subjectId: string | null }

/**
 * Returns an event's risk. A failed attempt on an unknown address is usually a typo. An action on another user's account is riskier than
 * one on the actor's own account. Unknown actions are medium risk.
 */
export const riskOf = ({ act, actorId, subjectId }: Event): Risk => {
  if (act === 'session.failed' && subjectId === null) return 'low'
  if (act.startsWith('account.') && actorId !== null && actorId !== subjectId) return 'high'
  return described(act)?.risk ?? 'medium'
}

export type SignInFigures = { signIns: number; wrong: number; locked: number }
export type SecurityStatus = 'secure' | 'watch' | 'attack'

/** Lockouts per day that indicate an attack. Forgetful teachers alone couldn't cause this many. */
const ATTACK = 200
/** Failed attempts per day below which the status remains `secure`. */
const NOTEWORTHY = 50

/**
 * Returns the sign-in status: `attack` after hundreds of lockouts within a day, `watch` if there were more than three times as many failed
 * attempts as the daily average of the previous six days.
 */
export const securityStatus = ({ day, week }: { day: SignInFigures; week: SignInFigures }): SecurityStatus => {
  if (day.locked >= ATTACK) return 'attack'
  const usual = (week.wrong - day.wrong) / 6
  return day.wrong + day.locked >= NOTEWORTHY && day.wrong + day.locked > 3 * usual ? 'watch' : 'secure'
}
