/**
 * Stops with one line on a Node too old to run Firstbell. Imported before anything else, and written so that such an
 * old Node can still read it.
 */
var found = process.versions.node.split('.')
var major = Number(found[0])
var minor = Number(found[1])

if (major < 20 || (major === 20 && minor < 19)) {
  console.error('Firstbell needs Node 20.19 or newer; this is Node ' + process.versions.node + '.')
  process.exit(1)
}
