// Chakra's own factory in place of ours: what `bench/style-factory.mjs` compares with.
export { chakra as styled } from '@chakra-ui/react/styled-system';
