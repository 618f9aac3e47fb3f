/** Returns a random UUID. Unlike `crypto.randomUUID`, it also works on a server that the browser reaches without HTTPS. */
export const newUuid = (): string => {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}
