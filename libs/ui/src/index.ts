export { Box, Flex, Stack, HStack, VStack, Grid, Text, Heading, Button, Badge, Spinner, Input, Textarea, Skeleton, ChakraProvider, Field, Card } from '@chakra-ui/react';
export { system } from './system';
export { useForm, FormProvider, useFormContext } from 'react-hook-form';
export { zodResolver } from '@hookform/resolvers/zod';
