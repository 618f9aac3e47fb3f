export type Risk = 'low' | 'medium' | 'high'

/** Categories for filtering the log. */
export const EVENT_KINDS = {
  'sign-ins': 'Sign-ins',
  accounts: 'Accounts',
  roles: 'Roles and administration',
  schools: 'Schools',
  sharing: 'Sharing',
  plans: 'Plans',
} as const
export type EventKind = keyof typeof EVENT_KINDS

type Described = { kind: EventKind; words: string; risk: Risk }
const all = <Acts extends Record<string, readonly [words: string, risk: Risk]>>(kind: EventKind, acts: Acts) =>
  Object.fromEntries(Object.entries(acts).map(([act, [words, risk]]) => [act, { kind, words, risk }])) as Record<keyof Acts, Described>

/**
 * The label, category, and risk of every audit action. Low risk: everyday events. Medium: worth checking if unexpected. High: gives power
 * over others, or is an attack.
 */
export const ACTS = {
  ...all('sign-ins', {
    'session.begun': ['Signed in', 'low'],
    'session.failed': ['A password was refused', 'medium'],
    'session.locked': ['Locked out after too many tries', 'high'],
  }),
  ...all('accounts', {
    'account.created': ['Signed up', 'low'],
    'account.added': ['Had an account made at the console', 'medium'],
    'account.password': ['Changed their password', 'medium'],
    'account.reset': ['Set a new password by a link', 'medium'],
    'account.link': ['Had a password link sent or printed', 'medium'],
    'account.exported': ['Exported their data', 'medium'],
    'account.deleted': ['Deleted their account', 'medium'],
    'google.linked': ['Linked Google', 'medium'],
    'google.unlinked': ['Unlinked Google', 'low'],
    'google.kept': ['Took an account over with Google', 'medium'],
    'google.emptied': ['Had an unproven account deleted', 'medium'],
    'oidc.linked': ['Linked the single sign-on', 'medium'],
    'oidc.unlinked': ['Unlinked the single sign-on', 'low'],
    'oidc.kept': ['Took an account over with the single sign-on', 'medium'],
    'oidc.emptied': ['Had an unproven account deleted by the single sign-on', 'medium'],
  }),
  ...all('roles', {
    'role.admin': ['Made an administrator of the platform', 'high'],
    'role.not_admin': ['Is no administrator of the platform any more', 'high'],
    'users.searched': ['Searched for users', 'low'],
    'sessions.ended': ['Signed somebody out', 'medium'],
    'admin.exported': ['Exported the list of users', 'high'],
    'admin.updated': ['Changed plans of many users', 'high'],
    'mail.campaign': ['Sent a mail to many', 'high'],
    'mail.stopped': ['Stopped a mail to many', 'low'],
    'maintenance.begun': ['Turned Maintenance Mode on', 'high'],
    'maintenance.ended': ['Turned Maintenance Mode off', 'low'],
    'backup.made': ['Made a backup', 'low'],
    'backup.downloaded': ['Downloaded a backup', 'high'],
    'backup.restored': ['Restored a backup', 'high'],
  }),
  ...all('schools', {
    'school.created': ['Opened a school', 'medium'],
    'school.administrator': ['Made an administrator of a school', 'high'],
    'school.not_administrator': ['Is no administrator of a school any more', 'medium'],
    'school.renamed': ['Renamed a school', 'low'],
    'school.invited': ['Invited into a school', 'low'],
    'school.withdrawn': ['Withdrew an invitation into a school', 'low'],
    'school.joined': ['Joined a school', 'low'],
    'school.declined': ['Declined to join a school', 'low'],
    'school.left': ['Left a school', 'low'],
    'school.removed': ['Removed from a school', 'medium'],
    'school.notes': ['Changed who gets their student notes', 'medium'],
    'school.looked': ["Looked at a teacher's days", 'medium'],
    'school.planned': ["Made a substitute plan of a teacher's days", 'medium'],
  }),
  ...all('sharing', {
    'invite.sent': ['Invited a colleague', 'low'],
    'invite.accepted': ["Accepted a colleague's invite", 'low'],
    'invite.declined': ["Declined a colleague's invite", 'low'],
    'invite.deleted': ['Took an invite back', 'low'],
    'invite.revoked': ['Ended sharing', 'low'],
    'invite.notes': ['Changed who gets their student notes', 'medium'],
  }),
  ...all('plans', {
    'plan.granted': ['Granted a plan', 'medium'],
    'plan.withdrawn': ['Took a granted plan back', 'medium'],
    'addon.granted': ['Granted AI', 'medium'],
    'addon.withdrawn': ['Took granted AI back', 'medium'],
    'credit.given': ['Gave a credit', 'medium'],
    'plan.begun': ['Plan began', 'low'],
    'plan.switched': ['Switched the plan', 'low'],
    'plan.cancelled': ['Cancelled the plan', 'low'],
    'plan.resumed': ['Resumed the plan', 'low'],
    'plan.ended': ['Plan ended', 'low'],
    'addon.begun': ['AI add-on began', 'low'],
    'addon.ended': ['AI add-on ended', 'low'],
  }),
}

const described = (act: string): Described | undefined => (ACTS as Record<string, Described>)[act]

/** Returns the label of an action, or the action itself if it is unknown. */
export const wordsOf = (act: string): string => described(act)?.words ?? act

/** Returns the actions in a category. */
export const actsOf = (kind: EventKind): string[] => Object.keys(ACTS).filter((act) => described(act)?.kind === kind)

type Event = { act: string; actorId: string | null; subjectId: string | null }

/**
 * Returns an event's risk. An attempt on an unknown address is usually a typo. An action on someone else's account weighs more than on
 * one's own. Unknown actions get medium risk.
 */
export const riskOf = ({ act, actorId, subjectId }: Event): Risk => {
  if (act === 'session.failed' && subjectId === null) return 'low'
  if (act.startsWith('account.') && actorId !== null && actorId !== subjectId) return 'high'
  return described(act)?.risk ?? 'medium'
}

export type SignInFigures = { signIns: number; wrong: number; locked: number }
export type SecurityStatus = 'secure' | 'watch' | 'attack'

/** Lockouts per day that forgetful teachers alone couldn't cause. */
const ATTACK = 200
/** Failed attempts per day below which the status stays `secure`. */
const NOTEWORTHY = 50

/**
 * Returns the sign-in status: `attack` after hundreds of lockouts within a day, `watch` if there were more than three times as many failed
 * attempts as on the average of the other six days.
 */
export const securityStatus = ({ day, week }: { day: SignInFigures; week: SignInFigures }): SecurityStatus => {
  if (day.locked >= ATTACK) return 'attack'
  const usual = (week.wrong - day.wrong) / 6
  return day.wrong + day.locked >= NOTEWORTHY && day.wrong + day.locked > 3 * usual ? 'watch' : 'secure'
}
