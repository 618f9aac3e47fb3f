import { flag, slot } from '#web/lib/storage.ts'

/** Whether single-key shortcuts are disabled on this device. */
export const areSingleKeysOff = slot('singleKeys', flag('off'), 'device')
