import { serve } from './server'

await serve()
