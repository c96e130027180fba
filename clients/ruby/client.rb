# This client uses soap4r for SOAP 1.1 (it has no SOAP 1.2), and net/http and REXML for GET and POST. soap4r reads with
# xmlparser, because rexml 3.3.9 and later lose the first bytes of an answer with a charset.
require 'soap/wsdlDriver'
require 'net/http'
require 'rexml/document'

endpoint, plan = ARGV

OPERATIONS = {
  'SelectEventsRanged' => %w[from to],
  'SelectEvent' => %w[intEventID bolAsJSON],
  'SelectEvents' => %w[month year],
}.freeze
ESCAPES = { '\\' => '\\\\', "\t" => '\\t', "\n" => '\\n', "\r" => '\\r' }.freeze

def say(*fields)
  puts fields.map { |field| field.to_s.gsub(/[\\\t\n\r]/) { |character| ESCAPES[character] } }.join("\t")
end

def by_soap(driver, operation, parameters)
  ['result', driver.send(operation, parameters)["#{operation}Result"]]
rescue SOAP::FaultError => e
  ['fault', e.faultcode.text, e.faultstring.text]
end

def by_http(response)
  body = response.body.force_encoding('UTF-8')
  return ['fault', response.code, body] unless response.is_a?(Net::HTTPOK)

  ['result', REXML::Document.new(body).root.texts.map(&:value).join]
end

driver = SOAP::WSDLDriverFactory.new("#{endpoint}?WSDL").create_rpc_driver
File.readlines(plan, chomp: true).each do |line|
  id, operation, *values = line.split("\t")
  parameters = OPERATIONS[operation].zip(values).to_h
  uri = URI("#{endpoint}/#{operation}")
  say('soap11', id, *by_soap(driver, operation, parameters))
  say('httppost', id, *by_http(Net::HTTP.post_form(uri, parameters)))
  uri.query = URI.encode_www_form(parameters)
  say('httpget', id, *by_http(Net::HTTP.get_response(uri)))
end
