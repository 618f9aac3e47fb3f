import * as z from 'zod/mini'
import { isTimezone } from '#shared/dates.ts'
import { contract, names } from '#shared/endpoint.ts'
import { MAX_LESSON_HTML } from '#shared/lesson-html.ts'
import { requiredText, text } from '#shared/text.ts'
import { StoredPrompts } from '#shared/writing/contract.ts'
import { HUES } from './rules.ts'

export const BLOCK_DURATIONS = [15, 30, 45, 60, 90] as const

const Hue = z.int().check(z.minimum(0), z.maximum(HUES - 1))

export const Preferences = z
  .strictObject({
    theme: z._default(z.enum(['light', 'dark']), 'light'),
    timeFormat: z._default(z.enum(['12', '24']), '12'),
    weekStartsOn: z._default(z.enum(['sunday', 'monday']), 'sunday'),
    /** Minutes. */
    defaultBlockDuration: z._default(z.literal(BLOCK_DURATIONS), 45),
    compactView: z._default(z.boolean(), false),
    animateGradient: z._default(z.boolean(), true),
    /** Mail that is not about the account itself. */
    mails: z._default(z.boolean(), true),
    /** The colours that were chosen for lessons, by what their titles are about (`subjectOf`). Set one by one, with `titleHue`. */
    titleHues: z._default(z.array(z.object({ subject: z.string(), hue: Hue })), []),
    /** Null for ours. */
    aiPrompts: z._default(z.nullable(StoredPrompts), null),
  })
  .register(names, { id: 'Preferences' })
export type Preferences = z.output<typeof Preferences>

/** Some of the preferences; the rest stay as they are. */
const PreferencesChange = z
  .strictObject({
    theme: z.optional(z.enum(['light', 'dark'])),
    timeFormat: z.optional(z.enum(['12', '24'])),
    weekStartsOn: z.optional(z.enum(['sunday', 'monday'])),
    defaultBlockDuration: z.optional(z.literal(BLOCK_DURATIONS)),
    compactView: z.optional(z.boolean()),
    animateGradient: z.optional(z.boolean()),
    mails: z.optional(z.boolean()),
    aiPrompts: z.optional(z.nullable(StoredPrompts)),
  })
  .register(names, { id: 'PreferencesChange' })

export const SubscriptionStatus = z
  .enum(['TRIAL', 'TRIALEXPIRED', 'PROTEACHERACTIVE', 'PROTEACHEREXPIRED'])
  .register(names, { id: 'SubscriptionStatus' })
export type SubscriptionStatus = z.output<typeof SubscriptionStatus>

/** The signed-in person, as only they see themselves. */
export const User = z
  .object({
    id: z.string(),
    /** The person's own calendar. */
    calendarId: z.string(),
    /** That of the latest change of the calendar; 0 before the first. */
    calendarVersion: z.number(),
    /** The same of the calendar of their school; null without one. */
    schoolVersion: z.nullable(z.number()),
    /** Whether the calendar holds a day or a template: who has planned nothing yet is shown how to begin. */
    hasPlanned: z.boolean(),
    /** Null for a guest. */
    email: z.nullable(z.string()),
    /** They are trying Firstbell without an e-mail address; they and their plan are gone after three days unless they sign up. */
    isGuest: z.boolean(),
    displayName: z.nullable(z.string()),
    /** A JPEG of 300 × 300 pixels, as a data URL. */
    profileImage: z.nullable(z.string()),
    /** Google's id for them, where they can sign in with it. */
    googleId: z.nullable(z.string()),
    /** They can sign in with the provider that the operator has set up. */
    hasOidc: z.boolean(),
    /** They can sign in with a password. */
    hasPassword: z.boolean(),
    /** Mail is known to reach them. */
    isEmailConfirmed: z.boolean(),
    /** A mail server says that nobody has their address. */
    mailComesBack: z.boolean(),
    schoolId: z.nullable(z.string()),
    schoolAdministration: z.boolean(),
    isAdmin: z.boolean(),
    subscriptionStatus: SubscriptionStatus,
    /** The instant at which the 7-day trial began, ISO 8601. */
    freeTrialStarted: z.string(),
    aiFeatureFlag: z.boolean(),
    aiCustomInstructions: z.string(),
    emergencyProcedures: z.string(),
    studentNotes: z.string(),
    substituteInstructions: z.string(),
    showTutorial: z.boolean(),
    referralCredits: z.number(),
    preferences: Preferences,
    /** IANA zone: the teacher's wall clock. */
    timezone: z.string(),
    createdAt: z.string(),
  })
  .register(names, { id: 'User' })
export type User = z.output<typeof User>

/** An e-mail address as it is kept: trimmed, in lower case. */
export const EmailAddress = text(254).check(z.trim(), z.toLowerCase(), z.email('Please enter an e-mail address'))
export const Password = z.string().check(z.minLength(1, 'Please enter a password'), z.maxLength(256, 'Use at most 256 characters'))
export const Timezone = z.string().check(z.refine((zone) => zone.length <= 64 && isTimezone(zone), 'This time zone is not known'))

/** How long a display name may be. */
export const MAX_NAME = 100

/** Width and height of a profile picture, in pixels. */
export const PICTURE_SIDE = 300
export const NOT_A_PICTURE = `Send the picture as a JPEG of ${PICTURE_SIDE} × ${PICTURE_SIDE} pixels.`

/** A picture as the browser crops it: at most 200 kB once decoded. The server looks into it too. */
const ProfileImage = z
  .string()
  .check(
    z.maxLength(270_000, `The picture is too large. ${NOT_A_PICTURE}`),
    z.regex(/^data:image\/jpeg;base64,[A-Za-z0-9+/]+={0,2}$/, NOT_A_PICTURE),
  )

/** The three texts that go into every substitute plan; each is rich text. */
const NotesChange = {
  emergencyProcedures: z.optional(text(MAX_LESSON_HTML)),
  studentNotes: z.optional(text(MAX_LESSON_HTML)),
  substituteInstructions: z.optional(text(MAX_LESSON_HTML)),
}

/** Who is signed in from here on: a bearer token, and the person. */
export const SignedIn = z.object({ token: z.string(), user: User }).register(names, { id: 'SignedIn' })
export const Done = z.object({ success: z.literal(true) })
/**
 * A new account. Without a token nobody is signed in: where sign-up is closed and mail is sent, the person gets a link by which they set
 * the password. It shows that the address is theirs.
 */
const SignedUp = z.object({ token: z.optional(z.string()), user: User }).register(names, { id: 'SignedUp' })

const NewPerson = {
  email: EmailAddress,
  /** The password as typed: the field's name is historical. `password` is the same. */
  passwordHash: z.optional(Password),
  password: z.optional(Password),
  /** Printed on substitute plans; blank is none. */
  displayName: z.optional(text(MAX_NAME)),
  timezone: z.optional(Timezone),
  /** The code of the colleague who invited them; one that is nobody's is as none. */
  ref: z.optional(text(64)),
}
const NewAccount = z.object(NewPerson)

/** Tries a minute of what asks for the password. */
export const PASSWORD_TRIES = 10
/** What is typed to delete an account. */
export const DELETE_WORD = 'DELETE'

/** In bytes. */
const Kept = z.object({ used: z.number(), limit: z.number() }).register(names, { id: 'SpaceUsed' })

/** Who may sign up; guests are only where everybody may. */
const SignUpMode = z
  .union([
    z.object({ mode: z.literal('open') }),
    z.object({ mode: z.literal('invited') }),
    z.object({ mode: z.literal('domains'), domains: z.array(z.string()) }),
  ])
  .register(names, { id: 'SignUp' })

/** What is not set up is null or false, and shown to nobody. */
const Settings = z
  .object({
    passwordMinLength: z.number(),
    /** Whom to ask about this installation. */
    contactEmail: z.string(),
    google: z.nullable(
      z.object({
        /** What Google's file picker needs, and where its script is; null where no files are picked. */
        picker: z.nullable(z.object({ apiKey: z.string(), appId: z.string(), scriptUrl: z.string() })),
      }),
    ),
    /** Another provider of sign-ins: the text of its button, and what it is called within a sentence. */
    oidc: z.nullable(z.object({ button: z.string(), name: z.string() })),
    ai: z.boolean(),
    /** Teachers have AI without buying it. */
    isAiForEverybody: z.boolean(),
    mail: z.boolean(),
    signUp: SignUpMode,
  })
  .register(names, { id: 'Settings' })
export type Settings = z.output<typeof Settings>

export const accounts = contract({
  register: {
    method: 'POST',
    path: '/api/auth/register',
    access: 'public',
    summary:
      'Create an account; it starts a 7-day trial and is signed in. 201. Where sign-up is closed and mail is sent, the answer has no token and no password is needed: a link to set it is mailed.',
    body: NewAccount,
    reply: SignedUp,
    answers: [201],
    refuses: ['taken', 'not_signed_in', 'sign_up_closed'],
  },
  openAsGuest: {
    method: 'POST',
    path: '/api/auth/guest',
    access: 'public',
    summary: 'Try Firstbell without an e-mail address: a planner with a sample week in it, kept for three days. 201.',
    body: z.object({ timezone: z.optional(Timezone) }),
    reply: SignedIn,
    answers: [201],
    refuses: ['sign_up_closed'],
  },
  signUpAsGuest: {
    method: 'POST',
    path: '/api/auth/guest/sign-up',
    access: 'account',
    summary:
      'Make the account of the guest who calls their own, with all that is in it; the 7-day trial begins, and the token is replaced.',
    body: NewAccount,
    reply: SignedUp,
    // `not_allowed` to somebody who is no guest.
    refuses: ['taken', 'not_allowed', 'sign_up_closed'],
  },
  login: {
    method: 'POST',
    path: '/api/auth/login',
    access: 'public',
    summary: 'Sign in with e-mail and password.',
    body: z.object({ email: EmailAddress, password: Password }),
    reply: SignedIn,
    // `not_signed_in` where the account is deleted at the same moment.
    refuses: ['wrong_credentials', 'not_signed_in'],
    goesOn: true,
  },
  logout: {
    method: 'POST',
    path: '/api/auth/logout',
    access: 'account',
    summary: 'End the session whose token is sent.',
    reply: Done,
    goesOn: true,
  },
  deleteMe: {
    method: 'POST',
    path: '/api/user/delete',
    access: 'account',
    summary: 'Delete the account with all it holds, at once and for good.',
    body: z.object({ confirmation: z.literal(DELETE_WORD, `Type ${DELETE_WORD} to confirm.`) }),
    reply: Done,
    refuses: ['last_administrator'],
    needsProof: true,
  },
  me: { method: 'GET', path: '/api/user', access: 'account', summary: 'The signed-in person.', reply: User },
  updateMe: {
    method: 'PATCH',
    path: '/api/user',
    access: 'account',
    summary: 'Change what a person may change of their own account; any other field is refused.',
    holdsLessons: true,
    body: z.strictObject({
      displayName: z.optional(requiredText(MAX_NAME, 'Please enter a display name.')),
      profileImage: z.optional(z.nullable(ProfileImage)),
      showTutorial: z.optional(z.boolean()),
      preferences: z.optional(PreferencesChange),
      /** The colour (0 to 7) of all lessons with this title, or with details after it; null lets the planner choose. */
      titleHue: z.optional(z.strictObject({ title: requiredText(200, 'Please enter a title'), hue: z.nullable(Hue) })),
      timezone: z.optional(Timezone),
      aiCustomInstructions: z.optional(text(2000)),
      ...NotesChange,
      /** Notes as the caller knows them: one that is no longer so is not overwritten; 409 `stale` with the user as they are. */
      knownNotes: z.optional(z.strictObject(NotesChange)),
    }),
    reply: User,
    refuses: ['subscription_needed', 'stale'],
  },
  storage: {
    method: 'GET',
    path: '/api/user/storage',
    access: 'account',
    summary: 'What the signed-in person keeps and may keep, in bytes: lessons with templates, and the changes of the last 30 days.',
    reply: z.object({ lessons: Kept, history: Kept }),
  },
  settings: {
    method: 'GET',
    path: '/api/settings',
    access: 'public',
    summary: 'What this installation tells everyone: its password rule, and which services outside it has, and whom to ask.',
    reply: Settings,
  },
})
