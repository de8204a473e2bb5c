import { Box, Button, Flex, IconError, Stack, Text } from '@homie/ui';
import type { UnclearName } from './model/resolve-names';
import type { FoundName } from './model/suggest';
import type { LineProblem } from './use-search-line';

interface LineProblemsProps {
  id: string;
  problems: readonly LineProblem[];
  onChoose: (unclear: UnclearName, name: FoundName) => void;
}

/** Renders an error message for each problem of the line, with suggestions. Screen readers announce it. */
export function LineProblems({ id, problems, onChoose }: LineProblemsProps) {
  return (
    <Box id={id} role="alert" fontSize="sm">
      {problems.length > 0 && (
        <Stack gap="2" mt="2">
          {problems.map((problem, index) => (
            <Box key={index}>
              <Flex gap="1.5" alignItems="flex-start" color="danger.fg">
                <Box aria-hidden paddingTop="0.5">
                  <IconError size={16} />
                </Box>
                <Text size="sm">{problem.text}</Text>
              </Flex>
              {'choices' in problem && problem.choices.length > 0 && (
                <Flex gap="2" mt="1.5" flexWrap="wrap">
                  {problem.choices.map((name) => (
                    <Button
                      key={name.id}
                      size="sm"
                      variant="outline"
                      onClick={() => onChoose(problem, name)}
                    >
                      <span translate="no">{name.label}</span>
                      <Text translate="no" as="span" size="sm" tone="muted">
                        {name.subtitle ?? `ID ${name.id.slice(0, 8)}...`}
                      </Text>
                    </Button>
                  ))}
                </Flex>
              )}
            </Box>
          ))}
        </Stack>
      )}
    </Box>
  );
}
