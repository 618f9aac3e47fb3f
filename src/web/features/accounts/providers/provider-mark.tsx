import { School } from 'lucide-react'
import type { Provider } from '#shared/accounts/providers/contract.ts'
import { GoogleMark } from './google-mark.tsx'

/** A provider's mark: Google's own, and one without a brand for the operator's. */
export const ProviderMark = ({ provider, className = 'size-[18px]' }: { provider: Provider; className?: string }) =>
  provider === 'google' ? <GoogleMark className={className} /> : <School aria-hidden="true" className={className} />
