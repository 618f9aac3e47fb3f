import { flag, slot } from '#web/lib/storage.ts'

/** True if the person who signed in here said that others use this computer too. It then keeps nothing of them. */
const shared = slot('sharedComputer', flag('yes'), 'session')

export const isSharedComputer = shared.get
export const setSharedComputer = shared.set
