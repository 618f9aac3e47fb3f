/**
 * Exits with a one-line message if Node is too old for Firstbell. Imported first, and written in syntax that such an old
 * Node can parse.
 */
var found = process.versions.node.split('.')
var major = Number(found[0])
var minor = Number(found[1])

if (major < 20 || (major === 20 && minor < 19)) {
  console.error('Firstbell needs Node 20.19 or newer. This is Node ' + process.versions.node + '.')
  process.exit(1)
}
