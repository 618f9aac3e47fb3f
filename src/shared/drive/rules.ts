/** Shown if Google Drive isn't connected or its access was revoked. */
export const NO_DRIVE_TOKEN = 'No access token available. Please sign in with Google again.'
/** Shown if Google or its script can't be reached. */
export const DRIVE_AWAY = 'Failed to connect to Google Drive. Please try again.'
