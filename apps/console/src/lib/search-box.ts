import { createContext, useContext } from 'react';

/** Opens the search of the frame; null outside of it. */
export const SearchBox = createContext<(() => void) | null>(null);

export const useSearchBox = (): (() => void) | null => useContext(SearchBox);
