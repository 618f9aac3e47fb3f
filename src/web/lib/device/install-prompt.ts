/** The browser's offer to install the app. Chromium sends it once per page, often before the planner's idle parts have loaded. */
import { createStore, useStore } from '#web/lib/store.ts'

type InstallOffer = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

const offer = createStore<InstallOffer | null>(null)

export const useInstallOffer = (): InstallOffer | null => useStore(offer)

/** Opens the browser's dialog. The browser accepts each offer only once. */
export const acceptOffer = async (offered: InstallOffer): Promise<void> => {
  offer.set(null)
  await offered.prompt()
}

/** Keeps the browser's offers for the planner's card, instead of the browser's own bar over the page. */
export const followInstallOffers = (): void => {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offer.set(event as InstallOffer)
  })
  window.addEventListener('appinstalled', () => offer.set(null))
}
