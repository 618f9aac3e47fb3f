import { School } from 'lucide-react'
import type { Provider } from '#shared/accounts/providers/contract.ts'
import { GoogleMark } from './google-mark.tsx'

/** Google's logo, or a generic icon for the operator's provider. */
export const ProviderMark = ({ provider, className = 'size-[18px]' }: { provider: Provider; className?: string }) =>
  provider === 'google' ? <GoogleMark className={className} /> : <School className={className} />
