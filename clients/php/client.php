<?php
// This client uses PHP's SoapClient with the WSDL for both versions of SOAP, and PHP's streams for GET and POST.
declare(strict_types=1);

[, $endpoint, $plan] = $argv;

const OPERATIONS = [
    'SelectEventsRanged' => ['from', 'to'],
    'SelectEvent' => ['intEventID', 'bolAsJSON'],
    'SelectEvents' => ['month', 'year'],
];

function say(string ...$fields): void
{
    echo implode("\t", array_map(fn($f) => strtr($f, ['\\' => '\\\\', "\t" => '\t', "\n" => '\n', "\r" => '\r']), $fields)), "\n";
}

function soap(string $binding, string $endpoint, array $calls): void
{
    $client = new SoapClient("$endpoint?WSDL", [
        'soap_version' => $binding === 'soap11' ? SOAP_1_1 : SOAP_1_2,
        'cache_wsdl' => WSDL_CACHE_NONE,
    ]);
    foreach ($calls as [$case, $operation, $parameters]) {
        if (isset($parameters['bolAsJSON'])) $parameters['bolAsJSON'] = $parameters['bolAsJSON'] === 'true';
        try {
            $answer = $client->__soapCall($operation, [$parameters]);
            say($binding, $case, 'result', $answer->{"{$operation}Result"});
        } catch (SoapFault $fault) {
            say($binding, $case, 'fault', $fault->faultcode, $fault->faultstring);
        }
    }
}

function http(string $binding, string $endpoint, array $calls): void
{
    foreach ($calls as [$case, $operation, $parameters]) {
        $form = http_build_query($parameters);
        $options = ['ignore_errors' => true];
        if ($binding === 'httppost') {
            $options += ['method' => 'POST', 'header' => 'Content-Type: application/x-www-form-urlencoded', 'content' => $form];
        }
        $url = "$endpoint/$operation" . ($binding === 'httpget' ? "?$form" : '');
        $body = file_get_contents($url, false, stream_context_create(['http' => $options]));
        $status = explode(' ', $http_response_header[0])[1];
        if ($status === '200') say($binding, $case, 'result', (string) simplexml_load_string($body));
        else say($binding, $case, 'fault', $status, $body);
    }
}

$calls = [];
foreach (file($plan, FILE_IGNORE_NEW_LINES) as $line) {
    [$case, $operation, $first, $second] = explode("\t", $line);
    $calls[] = [$case, $operation, array_combine(OPERATIONS[$operation], [$first, $second])];
}
soap('soap11', $endpoint, $calls);
soap('soap12', $endpoint, $calls);
http('httpget', $endpoint, $calls);
http('httppost', $endpoint, $calls);
