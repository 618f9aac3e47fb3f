import { ArrowLeft } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import { Button } from './button.tsx'

const ICON = <ArrowLeft className="size-4" />

/** Closes the surrounding dialog the way Escape does, and names the dialog that opened it. */
export const BackButton = ({ to }: { to: string }) => (
  <Radix.Close asChild>
    <Button variant="ghost" size="sm" icon={ICON} className="-mt-2 mb-0.5 -ml-2.5">
      Back to {to}
    </Button>
  </Radix.Close>
)
