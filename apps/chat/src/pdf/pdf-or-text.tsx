import { Box, Button, Flex, LoadingState, Text, useIsMobile, type Elements } from '@homie/ui';
import { useState, type ReactNode } from 'react';
import { useLazyModule } from '../platform/use-lazy-module';
import { NOT_LOADED } from './describe-problem';
import type { CitedPassage } from './cited-passage';

const loadView = () => import('./pdf-view');

interface PdfOrTextProps {
  /** Requests a link to the file. A constant function. */
  getUrl: () => Promise<string>;
  cited?: CitedPassage | undefined;
  /** Height of the pages with their buttons. */
  height: string;
  /** Buttons next to the one that switches the view. */
  actions?: Elements;
  /** Text of the file: shown on request, and if the pages cannot be shown. */
  children: ReactNode;
}

/** Shows the pages of a PDF or its text: on phones, the text of a cited passage first. */
export function PdfOrText({ getUrl, cited, height, actions, children }: PdfOrTextProps) {
  const isMobile = useIsMobile();
  // A page that is as wide as a phone has too small letters to read a passage.
  const [isText, setText] = useState(cited !== undefined && isMobile);
  const [reason, setReason] = useState<string | null>(null);
  const { module, failed, retry } = useLazyModule(loadView);
  const problem = failed ? NOT_LOADED : reason;
  const showsPages = !isText && problem === null;

  function showPages() {
    if (failed) retry();
    setReason(null);
    setText(false);
  }

  return (
    <Flex flexDirection="column" gap="3" style={showsPages ? { height } : {}}>
      <Flex gap="2" flexWrap="wrap" css={stickyStyle}>
        {actions}
        <Button
          size="sm"
          variant="outline"
          onClick={() => (showsPages ? setText(true) : showPages())}
        >
          {showsPages ? 'Show text' : 'Show pages'}
        </Button>
      </Flex>
      {problem !== null && (
        <Text as="output">{`The pages could not be shown. ${problem} This is the text.`}</Text>
      )}
      {!showsPages ? (
        <div>{children}</div>
      ) : module === null ? (
        <LoadingState label="Loading the pages..." />
      ) : (
        <Box flex="1" minHeight="0">
          <module.PdfView {...{ getUrl, cited }} onFailure={setReason} />
        </Box>
      )}
    </Flex>
  );
}

/** The buttons stay in view above the text, and hide it in the padding of the scroll area. */
const stickyStyle = {
  position: 'sticky',
  top: '0',
  zIndex: '1',
  bg: 'bg.surface',
  marginInline: '-3',
  paddingInline: '3',
  paddingBottom: '1',
  _before: {
    content: '""',
    position: 'absolute',
    insetInline: '0',
    bottom: '100%',
    height: '4',
    bg: 'bg.surface',
  },
} as const;
