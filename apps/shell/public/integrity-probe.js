// The import map of the page has a wrong hash for this file: a browser that runs it does not enforce hashes.
export {};
