// Records what System.Xml's XmlTextReader reads from documents, in the configuration of ASMX (contract 2.8):
//   mcs -r:System.Xml,System.Runtime.Serialization Recorder.cs && mono Recorder.exe xml-text-reader.json
// The file is a list of documents. Each gets its nodes and its error again.
using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Xml;

[DataContract]
class Document
{
    [DataMember(Order = 0, Name = "text")] public string Text;
    [DataMember(Order = 1, Name = "nodes")] public List<string> Nodes;
    [DataMember(Order = 2, Name = "error", EmitDefaultValue = false)] public string Error;
}

static class Recorder
{
    static void Main(string[] files)
    {
        var json = new DataContractJsonSerializer(typeof(List<Document>));
        List<Document> documents;
        using (var input = File.OpenRead(files[0])) documents = (List<Document>)json.ReadObject(input);
        foreach (var document in documents) Read(document);
        using (var output = File.Create(files[0])) json.WriteObject(output, documents);
    }

    static void Read(Document document)
    {
        document.Nodes = new List<string>();
        document.Error = null;
        var reader = new XmlTextReader(new StringReader(document.Text)) {
            DtdProcessing = DtdProcessing.Prohibit, Normalization = true, XmlResolver = null,
        };
        try
        {
            while (reader.Read())
                if (reader.NodeType != XmlNodeType.XmlDeclaration) document.Nodes.Add(Describe(reader));
        }
        catch (XmlException error)
        {
            document.Error = error.Message;
        }
    }

    static string Describe(XmlTextReader reader)
    {
        var text = reader.NodeType + " " + reader.LineNumber + "," + reader.LinePosition;
        switch (reader.NodeType)
        {
            case XmlNodeType.Element:
                text += reader.IsEmptyElement ? " empty " : " ";
                text += reader.Name + " " + reader.NamespaceURI;
                while (reader.MoveToNextAttribute())
                    text += " " + reader.Name + " " + reader.NamespaceURI + "=" + reader.Value;
                reader.MoveToElement();
                return text;
            case XmlNodeType.Text:
            case XmlNodeType.CDATA:
            case XmlNodeType.Whitespace:
            case XmlNodeType.SignificantWhitespace:
                return text + " " + reader.Value;
            default:
                return text;
        }
    }
}
