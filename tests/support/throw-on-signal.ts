// Preloaded into a server: what a mistake of the program or of a library does, at a signal that the server ignores.
process.on('SIGUSR2', () => {
  void Promise.reject(new Error('a promise that nobody awaits'))
  throw new Error('a throw that nobody catches')
})
