import { useEnvironment } from '@homie/composition';
import { Button, Code, Dialog, Flex, Grid, IconDownload, Stack, Text } from '@homie/ui';
import { saveFile } from '@homie/widgets';
import { useState } from 'react';
import { CopyButton } from './copy-button';

interface RecoveryCodesProps {
  codes: readonly string[];
  onClose: () => void;
}

/** Shows new recovery codes, the only time that they are readable: Escape or a press outside does not close them. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const { productName } = useEnvironment();
  const [isReminded, setIsReminded] = useState(false);

  const text = [`Recovery codes of ${productName}. Each can be used once.`, '', ...codes, ''].join(
    '\n',
  );
  const download = () => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt');

  return (
    <Dialog
      open
      title="Save your recovery codes"
      description="They are not shown again. Keep them where others cannot read them, and not only on your phone."
      onClose={() => setIsReminded(true)}
    >
      <Stack gap="5">
        <Grid asChild gap="2" gridTemplateColumns="repeat(auto-fill, minmax(10rem, 1fr))">
          <ul aria-label="Recovery codes">
            {codes.map((code) => (
              <li key={code}>
                <Code>{code}</Code>
              </li>
            ))}
          </ul>
        </Grid>
        {isReminded && (
          <Text role="alert" tone="danger">
            Save the codes first. Then press ‘I have saved them’.
          </Text>
        )}
        <Flex gap="2" flexWrap="wrap" justifyContent="flex-end">
          <CopyButton label="Copy" copied="Codes copied" text={text} />
          <Button variant="outline" onClick={download}>
            <IconDownload size={18} />
            Download
          </Button>
          <Button onClick={onClose}>I have saved them</Button>
        </Flex>
      </Stack>
    </Dialog>
  );
}
