import { useMemo } from 'react'
import { qrCode } from '#shared/qr-code.ts'

/** The QR code of an address. It is black on white in both themes, because many scanners can't read it otherwise. */
export const QrPicture = ({ address, className }: { address: string; className?: string }) => {
  const { size, path } = useMemo(() => qrCode(address), [address])
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the link" className={className} shapeRendering="crispEdges">
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}
