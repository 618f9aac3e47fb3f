import { DeviceList } from './device-list.tsx'
import { WaysToSignIn } from './ways-to-sign-in.tsx'

/** Sign-in methods, password, and devices. */
export const SecurityPanel = () => (
  <div className="grid gap-6">
    <WaysToSignIn />
    <DeviceList />
  </div>
)
