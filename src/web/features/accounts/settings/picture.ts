import { PICTURE_SIDE as SIDE } from '#shared/accounts/contract.ts'

const MAX_BYTES = 5 * 1024 * 1024
const QUALITY = 0.8
/** More than any camera of a phone; what claims to hold more was made to fill the memory. */
const MAX_PIXELS = 60_000_000

const NOT_AN_IMAGE = 'Please choose an image file (JPG, PNG, etc.).'

/** What is wrong with a file as a profile picture, before it is looked into; undefined when nothing is. */
export const problemOfFile = ({ type, size }: Pick<File, 'type' | 'size'>): string | undefined => {
  // An SVG is a document that can hold scripts.
  if (!type.startsWith('image/') || type.includes('svg')) return NOT_AN_IMAGE
  return size > MAX_BYTES ? 'Please choose an image smaller than 5MB.' : undefined
}

/** The largest square in the middle of a picture. */
export const middleSquare = (width: number, height: number): { x: number; y: number; side: number } => {
  const side = Math.min(width, height)
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side }
}

/** Loads as far as the size is known; the pixels are unpacked when they are drawn. */
const opened = (address: string): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = () => reject(new Error(NOT_AN_IMAGE))
    image.src = address
  })

/** The middle of a picture file as a JPEG of 300 × 300, a data URL. Throws an Error whose message can be shown. */
export const croppedPicture = async (file: File): Promise<string> => {
  const problem = problemOfFile(file)
  if (problem) throw new Error(problem)
  const address = URL.createObjectURL(file)
  try {
    const image = await opened(address)
    const { naturalWidth: width, naturalHeight: height } = image
    if (width * height > MAX_PIXELS) throw new Error('Please choose a picture of fewer than 60 megapixels.')
    const canvas = document.createElement('canvas')
    canvas.width = SIDE
    canvas.height = SIDE
    const context = canvas.getContext('2d')
    if (!context) throw new Error('This browser cannot crop pictures.')
    const { x, y, side } = middleSquare(width, height)
    // JPEG knows no transparency: without this it would turn black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, SIDE, SIDE)
    context.drawImage(image, x, y, side, side, 0, 0, SIDE, SIDE)
    return canvas.toDataURL('image/jpeg', QUALITY)
  } finally {
    URL.revokeObjectURL(address)
  }
}
