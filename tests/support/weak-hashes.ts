// For the processes that tests start: the same algorithm at its smallest, as kit.ts sets it for their own process.
const { hash } = Bun.password
Bun.password.hash = (plain) => hash(plain, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })
