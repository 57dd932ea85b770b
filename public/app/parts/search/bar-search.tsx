import { useLocation } from 'preact-iso'
import { NO_SEARCH } from './search'
import { SearchField } from './search-field'

/** The search field of wide screens; it begins anew on another page. */
export const BarSearch = () => <SearchField key={useLocation().url} wanted={NO_SEARCH} isInBar />
