import { Elysia } from 'elysia'
import { headers } from '/work/main/src/http/headers'
import { pages, shellNotFound } from '/work/main/src/modules/pages/routes'
new Elysia().use(headers).onError(({ request }) => shellNotFound(request) ?? new Response('{}', { status: 404 })).use(pages)
  .get('/api/v1/instance', () => ({ success: true, message: '', data: { name: 'Northfield College of Engineering', version: '0.1.0', colleges: 1, topics: ['Ask Campus', 'Serious Discussion', 'Career Advice', 'Showcase', 'Off-topic', 'Community Event'] } }))
  .get('/api/v1/setup', () => ({ success: true, message: '', data: { needed: true } }))
  .listen({ port: 4177, hostname: '127.0.0.1' })
