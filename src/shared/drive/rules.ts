/** Where nothing opens the person's Drive, or it does no more. */
export const NO_DRIVE_TOKEN = 'No access token available. Please sign in with Google again.'
/** Where Google is not there, or its script does not come. */
export const DRIVE_AWAY = 'Failed to connect to Google Drive. Please try again.'
